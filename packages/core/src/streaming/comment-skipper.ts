import { code } from './characters.ts'

const stage = { slash: 0, line: 1, block: 2, star: 3 } as const

/** Skips one comment: from `#` or `//` to the end of the line, or from `/*` to its end. */
export class CommentSkipper {
  private stage: number = stage.line

  /** Starts a comment. `unit` is `#` or the first `/`. */
  start(unit: number): void {
    this.stage = unit === code.slash ? stage.slash : stage.line
  }

  /** Takes the next character. `more`: the comment continues. `end`: the character ends it. `bad`: the text is not a comment. */
  push(unit: number): 'more' | 'end' | 'bad' {
    if (this.stage === stage.slash) return this.second(unit)
    if (this.stage === stage.line) return unit === code.newline || unit === code.carriageReturn ? 'end' : 'more'
    if (this.stage === stage.star && unit === code.slash) return 'end'
    this.stage = unit === code.star ? stage.star : stage.block
    return 'more'
  }

  private second(unit: number): 'more' | 'bad' {
    if (unit !== code.slash && unit !== code.star) return 'bad'
    this.stage = unit === code.slash ? stage.line : stage.block
    return 'more'
  }
}
