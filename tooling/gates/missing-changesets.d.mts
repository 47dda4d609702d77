export function missingChangesets(root: string): string[]
