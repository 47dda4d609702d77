export function missingChangesets(root: string): string[]
export function unsortedChangesets(root: string): string[]
