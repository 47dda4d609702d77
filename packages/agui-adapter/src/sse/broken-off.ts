/** What a body fails with that the server breaks off. Without a stack: hosts print what bodies fail with, and their logs need no paths of ours. */
export function brokenOff(): DOMException {
  const error = new DOMException('The stream was broken off.', 'AbortError')
  Object.defineProperty(error, 'stack', { value: `${error.name}: ${error.message}` })
  return error
}
