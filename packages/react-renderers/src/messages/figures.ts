/** Counts of the figures of an answer, for the sentence about them. */
export interface FigureBasis {
  /** Figures of results, and computed ones. */
  proven: number
  total: number
  computed: number
  /** Figures that the model states and no result has. */
  unproven: number
  /** Figures of the conversation or of the arguments of a call. */
  repeated: number
  /** Components whose data comes directly from a result. */
  references: number
  /** True if not all results could be searched. */
  incomplete: boolean
  /** Formats a number. */
  write: (value: number) => string
}

/** Where a value is in a result. Everything is formatted text; what is unknown is absent. */
export interface ResultPlace {
  tool: string
  row?: string
  field?: string
  time?: string
}

const placeText = ({ tool, row, field, time }: ResultPlace) => [tool, row && `row ${row}`, field, time].filter(Boolean).join(' · ')

/** Messages about the sources of figures. */
export const figureMessages = {
  /** Follows a figure that no result has, on the screen, in print and in copied text. */
  sign: '†',
  footnote: 'Stated by the model; in no result.',
  /** The name of a figure that no result has, for screen readers. */
  unproven: (figure: string) => `${figure}, stated by the model, in no result`,
  sourceOf: (figure: string) => `Source of ${figure}`,
  fromResult: placeText,
  fromData: (place: ResultPlace) => `Data from ${placeText(place)}`,
  column: (place: ResultPlace) => `All rows of ${placeText(place)}`,
  someRows: (place: ResultPlace, rows: string) => `${rows} rows of ${placeText(place)}, those that the text names`,
  computed: {
    sum: 'Sum of:',
    mean: 'Mean of:',
    median: 'Median of:',
    min: 'Smallest of:',
    max: 'Largest of:',
    count: 'Number of:',
    difference: 'First minus second:',
    ratio: 'First divided by second:',
    product: 'Product of:',
    percent_change: 'Change in percent from first to second:',
    share: 'Share of the first in the sum of the others:',
    rank: 'Rank of the first among the others:',
  },
  /** Follows the operation of a computation that the model declared. */
  declared: 'Declared by the model and computed again.',
  byModel: 'Stated by the model. No result of this answer has it.',
  byConversation: 'From the conversation, not from a result.',
  byQuery: 'From the arguments of a call, not from its result.',
  near: (place: ResultPlace) => `The same value under another name: ${placeText(place)}`,
  query: 'Query',
  showRow: (row: string) => `Show row ${row}`,
  showResult: 'Show the result',
  summary: ({ proven, total, computed, unproven, repeated, references, incomplete, write }: FigureBasis) =>
    [
      total > 0 && `${write(proven)} of ${write(total)} ${total === 1 ? 'figure' : 'figures'} from results`,
      computed > 0 && `${write(computed)} of them computed`,
      unproven > 0 && `${write(unproven)} stated by the model`,
      repeated > 0 && `${write(repeated)} from the question or a query`,
      references > 0 && `data of ${write(references)} ${references === 1 ? 'component' : 'components'} taken from results`,
      incomplete && 'not all results could be searched',
    ]
      .filter(Boolean)
      .join(', '),
  list: 'Sources of the figures',
  moreFigures: (count: string) => `${count} more figures are not listed.`,
  inComponent: (component: string) => `in ${component}`,
  result: (tool: string) => `Result of ${tool}`,
  rowNumber: 'Row',
  earlier: 'Earlier rows',
  later: 'Later rows',
  rows: (from: string, to: string, total: string) => `Rows ${from} to ${to} of ${total}`,
  loading: 'Loading …',
  unavailable: 'This result is not available any more.',
  notLoaded: 'The result could not be loaded.',
  noRow: 'The result has no such row.',
  tryAgain: 'Try again',
  close: 'Close',
}
