import { retryMessage } from './retry.ts'

/** Labels that several parts share, and the messages of the small parts of a turn. Numbers and times are passed as formatted text. */
export const partMessages = {
  ...retryMessage,
  copy: 'Copy',
  copied: 'Copied',
  source: 'Source',
  sources: (count: number) => (count === 1 ? 'Source: ' : 'Sources: '),
  manySources: (count: number) => `${count} sources`,
  moreItems: (count: number) => `${count} more`,
  files: (count: number) => (count === 1 ? 'File' : `${count} files`),
  unnamedFile: 'File without a name',
  openImage: (name: string) => `${name}, open in a new tab`,
  suggestions: 'Suggestions',
  warnings: 'Warnings',
  thinking: 'Thinking',
  thought: (time: string) => `Thought${time && ` for ${time}`}`,
  arguments: 'Arguments',
  result: 'Result',
  more: (characters: number) => `${characters} more characters`,
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  withdrawn: 'Withdrawn',
  stopped: 'Stopped',
}
