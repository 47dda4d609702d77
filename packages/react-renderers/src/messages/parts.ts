import { retryMessage } from './retry.ts'

/** Buttons and labels that several parts have, and the words of the small parts of a turn; figures and times come as they are written. */
export const partMessages = {
  ...retryMessage,
  copy: 'Copy',
  copied: 'Copied',
  source: 'Source',
  confidence: (share: string) => `Confidence ${share}`,
  sources: (count: number) => (count === 1 ? 'Source: ' : 'Sources: '),
  manySources: (count: number) => `${count} sources`,
  suggestions: 'Suggestions',
  warnings: 'Warnings',
  thinking: 'Thinking',
  thought: (time: string) => `Thought${time && ` for ${time}`}`,
  asked: 'Asked',
  result: 'Result',
  more: (characters: number) => `${characters} more characters`,
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  withdrawn: 'Taken back',
  stopped: 'Stopped',
}
