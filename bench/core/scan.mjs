/** The least that any reader does: looks at every character of every piece. */
export function scan(chunks) {
  let sum = 0
  for (const chunk of chunks) for (let index = 0; index < chunk.length; index++) sum += chunk.charCodeAt(index)
  return sum
}
