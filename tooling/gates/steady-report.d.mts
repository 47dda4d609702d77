export function steadyReport(text: string): string
