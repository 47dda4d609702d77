export function exportsOf(report: string): Set<string>
export function forgottenIn(report: string): string[]
export function withoutForgotten(report: string, rootExports: ReadonlySet<string>): string
