/** Returns the locale if it is valid, otherwise undefined. */
export function safeLocale(locale: string | undefined): string | undefined {
  try {
    return locale === undefined ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
