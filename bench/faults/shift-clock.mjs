/** Preloaded into a program: shifts its clock back an hour, forward a year, and to the correct time, repeatedly. */
const real = Date;
const HOUR = 3_600_000;
const OFFSETS = [0, -HOUR, 365 * 24 * HOUR];
const EVERY = Number(process.env.PITH_CLOCK_EVERY ?? 700);
const begun = real.now();
const offset = () => OFFSETS[Math.floor((real.now() - begun) / EVERY) % OFFSETS.length];
const now = () => real.now() + offset();

globalThis.Date = new Proxy(real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(
      target,
      args.length === 0 ? [now()] : args,
      newTarget === globalThis.Date ? target : newTarget,
    ),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
