/** The shape of the demo conversations. An author is a username. */
export interface DemoReply {
  author: string
  html: string
}
export interface DemoComment extends DemoReply {
  /** The thread's author accepted this answer. */
  accepted?: true
  upvotes?: number
  replies?: readonly DemoReply[]
}
export interface DemoThread extends DemoReply {
  title: string
  tags: readonly string[]
  daysAgo: number
  upvotes?: number
  downvotes?: number
  bookmarks?: number
  /** Titles of the course and the topic that the question is about. */
  lesson?: readonly [course: string, topic: string]
  comments: readonly DemoComment[]
}

/** A code block as the editor stores it. */
export const code = (language: string, text: string): string =>
  `<pre><code class="language-${language}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></pre>`
