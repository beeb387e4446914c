/** jstat has no types of its own. */
declare module 'jstat' {
  interface Distribution<Parameters extends number[]> {
    /** Probability of a value of at most x. */
    cdf(x: number, ...parameters: Parameters): number;
    /** The value below which the share p lies. */
    inv(p: number, ...parameters: Parameters): number;
  }
  const jstat: {
    readonly jStat: {
      readonly chisquare: Distribution<[degrees: number]>;
      readonly studentt: Distribution<[degrees: number]>;
    };
  };
  export default jstat;
}
