/** The locale, where it is one. */
export function safeLocale(locale: string | undefined): string | undefined {
  try {
    return locale === undefined ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
