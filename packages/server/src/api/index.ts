/** Shapes of what goes over the wire, checked by the server and known to the app by their types. */
export {};
