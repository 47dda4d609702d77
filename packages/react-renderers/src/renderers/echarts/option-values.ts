/** The value as a list: ECharts takes one thing for a list of it. */
export const listOf = (value: unknown): readonly unknown[] => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value])
