import { typeName } from './type-name.ts'

/** What stops a patch; `member` points into the operation, e.g. `/path`. Never leaves the json folder. */
export class PatchFault extends Error {
  readonly code: string
  readonly member: string
  readonly expected: string
  readonly received: string | undefined

  constructor(code: string, member: string, expected: string, received?: unknown) {
    super(code)
    this.code = code
    this.member = member
    this.expected = expected
    this.received = received === undefined ? undefined : typeof received === 'string' ? received.slice(0, 40) : typeName(received)
  }
}
