export function breakingChanges(before: object | boolean, after: object | boolean, path?: string): string[]
