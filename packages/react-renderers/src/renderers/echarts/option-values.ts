/** Converts a value to a list, because ECharts accepts a single item instead of a list. */
export const listOf = (value: unknown): readonly unknown[] => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value])
