/** Packages without types of their own. */
declare module 'jstat' {
  interface Distribution<Parameters extends number[]> {
    /** Probability of a value of at most x. */
    cdf(x: number, ...parameters: Parameters): number;
  }
  const jstat: {
    readonly jStat: {
      readonly chisquare: Distribution<[degrees: number]>;
      readonly studentt: Distribution<[degrees: number]>;
    };
  };
  export default jstat;
}

declare module 'turndown-plugin-gfm' {
  export const gfm: (service: unknown) => void;
}
