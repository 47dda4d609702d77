/** Text that every store and every model server can take: no half pairs, no NUL. Most text is that already and comes back as it is. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
