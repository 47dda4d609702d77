export function withOverrides(text: string, files: Record<string, string>): string
