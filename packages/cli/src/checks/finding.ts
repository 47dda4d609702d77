/** The result of one check. */
export interface Finding {
  /** Name of the check: `node`, `packages`, `copies`, `peers`, `stylesheet`, `kits` or `stream`. */
  check: string
  /** `problem`: something does not work. `warning`: something may not work, or not as meant. `skipped`: it could not be checked. */
  level: 'ok' | 'warning' | 'problem' | 'skipped'
  /** What was found, in one sentence. */
  message: string
  /** What to do. Present for warnings and problems. */
  remedy?: string
}
