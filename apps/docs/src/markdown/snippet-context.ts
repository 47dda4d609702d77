const comment = /^<!-- snippet([^\n]*?)(?:-->|\n([\s\S]*?)-->)\n*(?=```(tsx?))/gm

/**
 * Shows what a block of code takes for granted. The pages have it in a comment, where the gate of the snippets reads it; readers of the site
 * can open it above the block.
 */
export function showSnippetContext(page: string): string {
  return page.replaceAll(comment, (_whole, _words: string, given: string | undefined, language: string) => {
    if (!given?.trim()) return ''
    return `<details>\n<summary>What the code takes for granted</summary>\n\n\`\`\`${language}\n${given.trimEnd()}\n\`\`\`\n\n</details>\n\n`
  })
}
