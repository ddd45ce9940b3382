/** How the demo's conversations are written down; who speaks is named by username. */
export interface WrittenReply {
  by: string
  html: string
}
export interface WrittenComment extends WrittenReply {
  /** The answer that helped. */
  accepted?: true
  /** How many people voted it up. */
  up?: number
  replies?: readonly WrittenReply[]
}
export interface WrittenThread extends WrittenReply {
  title: string
  tags: readonly string[]
  daysAgo: number
  up?: number
  down?: number
  bookmarks?: number
  /** Titles of the course and the topic that the question is about. */
  lesson?: readonly [course: string, topic: string]
  comments: readonly WrittenComment[]
}

/** A code block as the editor writes it. */
export const code = (language: string, text: string): string =>
  `<pre><code class="language-${language}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></pre>`
