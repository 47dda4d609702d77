const member = /^(\s+)("[^"]*"|[\w$]+)\??: /
const literalUnion = /"[^"\n]*"(?: \| "[^"\n]*")+/g

/**
 * Returns a report that changes only with the source. The compiler prints literals of an inferred union and members of an inferred object
 * in the order in which it encountered them, which varies between builds.
 */
export function steadyReport(text) {
  return inOrder(text.split('\n').map((line) => line.replace(literalUnion, (union) => union.split(' | ').sort().join(' | ')))).join('\n')
}

/** Sorts consecutive members. A member over several lines is kept together, and its own members are sorted first. */
function inOrder(lines) {
  const out = []
  let group = []
  const flush = () => {
    out.push(...group.sort().flatMap((whole) => whole.split('\n')))
    group = []
  }
  for (let at = 0; at < lines.length; ) {
    const end = endOfMember(lines, at)
    if (end === undefined) {
      flush()
      out.push(lines[at++])
    } else {
      group.push([lines[at], ...inOrder(lines.slice(at + 1, end)), ...(end > at ? [lines[end]] : [])].join('\n'))
      at = end + 1
    }
  }
  flush()
  return out
}

function endOfMember(lines, at) {
  const indent = member.exec(lines[at])?.[1]
  if (indent === undefined) return undefined
  if (lines[at].endsWith(';')) return at
  const end = lines.findIndex((line, index) => index > at && line.endsWith(';') && line.startsWith(indent) && /^[}\])>]/.test(line.slice(indent.length)))
  return end < 0 ? undefined : end
}
