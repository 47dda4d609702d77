/** `1.9 (2.1)`: the ratio of the fastest rounds and, in brackets, that of the medians; `~` where the run was cut short. */
export function ratioCell(found, limit) {
  if (!found || found.failed) return 'failed'
  return found.estimated ? `~${short(found.min / limit.min)}` : `${short(found.min / limit.min)} (${short(found.median / limit.median)})`
}

/** Microseconds for people. */
export function timeCell(us) {
  if (us < 1) return `${(us * 1000).toFixed(0)} ns`
  return us < 1000 ? `${short(us)} us` : `${short(us / 1000)} ms`
}

/** A number with as many digits as it deserves. */
export function short(value) {
  if (value >= 10_000) return value.toExponential(0).replace('e+', 'e')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A table as lines: names left, cells right. */
export function table(head, lines) {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map(({ cells }) => (cells[column] ?? '').length)))
  const nameWidth = Math.max(...lines.map(({ name }) => name.length))
  const row = (name, cells) => `  ${name.padEnd(nameWidth)} ${widths.map((width, column) => (cells[column] ?? '').padStart(width)).join('  ')}`.trimEnd()
  return [row('', head), ...lines.map(({ name, cells }) => row(name, cells))].join('\n')
}
