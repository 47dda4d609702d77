/** Maximum delay of a timer, in milliseconds. A timer with a longer delay fires immediately. */
export const maxTimerMs = 2 ** 31 - 1
