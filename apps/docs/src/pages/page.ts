/** A page of the site before its links are rewritten. */
export interface Page {
  /** The path on the site, without slashes at its ends; the home page has ''. */
  slug: string
  /** The file of the repository that the page is, or that a generated page is made from. Relative links begin there. */
  source: string
  /** The text in Markdown with its title as first heading. */
  text: string
  /** The name in the navigation, if it is not the title. */
  label?: string
  /** Other files or folders whose links lead here. */
  alsoFor?: string[]
}
