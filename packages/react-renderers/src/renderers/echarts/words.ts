import type { WrittenExcess } from '../shared/excess.ts'

/** Fixed words of a chart; figures come as they are written. */
export const echartsWords = {
  chart: 'Chart',
  table: 'Table',
  loading: 'Loading',
  empty: 'This chart has nothing that can be drawn.',
  tooMuch: ({ count, most, table }: WrittenExcess & { table: boolean }) =>
    `This chart has too much to draw: ${count} parts, and ${most} are the most.${table ? ' See its table instead.' : ''}`,
  failed: 'The data of this chart could not be loaded.',
}
