// The public API of @pf/artifacts/provenance. Nothing inside the package imports this file.

export type { AnswerMarks } from './provenance/mark-answer.ts'
export { markAnswer } from './provenance/mark-answer.ts'
export type { TracedComponent } from './provenance/trace-component.ts'
export type { TracedResult, TraceInput } from './provenance/trace-figures.ts'
export { traceFigures } from './provenance/trace-figures.ts'
