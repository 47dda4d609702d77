const patterns: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,200}@/gi, '$1***@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\b(sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abp]|key|gsk|xai|hf|nvapi)[-_][\w*-]{8,}/gi, '***'],
  [/\b(AIza[\w-]{20,}|ya29\.[\w-]{20,}|(AKIA|ASIA)[A-Z0-9]{12,}|eyJ[\w-]{10,}\.[\w.-]{10,})/g, '***'],
  [/\b((?:api[ _-]?key|access[ _-]?token|token|secret|password)(?: provided| given| used)?:\s{0,3}["']?)[^\s"',;]{2,}[^\s"',;.]/gi, '$1***'],
  [/\b(api[_-]?key|access[_-]?token|token|password|passwd|secret|authorization)(["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{3,}/gi, '$1$2***'],
]

/** Replaces text that looks like a credential, in a text of any length. */
export function redactCredentials(text: string): string {
  return patterns.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), text)
}
