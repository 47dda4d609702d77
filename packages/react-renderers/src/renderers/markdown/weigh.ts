/** What parsing a text costs, roughly: its lines, and the characters in it that open or close something. */
export function weigh(text: string): { lines: number; marks: number } {
  let lines = 1
  let marks = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 10) lines++
    // * _ [ ] < ` ~ & \ $
    else if (
      code === 42 ||
      code === 95 ||
      code === 91 ||
      code === 93 ||
      code === 60 ||
      code === 96 ||
      code === 126 ||
      code === 38 ||
      code === 92 ||
      code === 36
    )
      marks++
  }
  return { lines, marks }
}
