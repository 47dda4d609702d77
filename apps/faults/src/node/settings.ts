/** What a serving process is started with. */
export interface NodeSettings {
  store: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }
  /** Base URL of the scripted model. */
  modelUrl: string
  /** The file outside of the store in which the tool that must not run twice records each execution. */
  ledger: string
  /** How long a question waits for its answer, in milliseconds. Default: that of the agent. */
  answerMs?: number
  /** False for a node that never takes over a run. */
  takesOver?: boolean
}
