export function avoidedWords(text: string): { line: number; word: string; instead: string }[]
