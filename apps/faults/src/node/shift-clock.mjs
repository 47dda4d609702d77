// Preloaded into a node whose clock is wrong: PF_CLOCK_SHIFT_MS milliseconds ahead, or behind when negative. Monotonic time stays as it is.
const shift = Number(process.env.PF_CLOCK_SHIFT_MS ?? 0)
const RealDate = Date
const now = () => RealDate.now() + shift
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args))
  }
  static now() {
    return now()
  }
}
