import { shippedModels } from '@webpith/lab/internals';

/** The models of this package. */
export const { read: readModel, write: writeModel } = shippedModels('papers', new URL('..', import.meta.url));
