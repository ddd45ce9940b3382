/** Shows people by their names where a body names them. Builds elements, never HTML. */
import { piecesOf } from '../model/mentions.ts'
import type { Mention } from '../model/posts.ts'

const chip = ({ person, typed }: { person: Mention; typed: string }, self: string | null): Node => {
  const shown = document.createElement('bdi')
  shown.className = person.user_name === self ? 'mention mention-self' : 'mention'
  shown.title = typed
  shown.textContent = `@${person.name || person.user_name}`
  return shown
}

/** Every name in prose; code and links keep theirs as they are. */
export const markMentions = (box: ParentNode & Node, people: readonly Mention[], self: string | null) => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.includes('@') || text.parentElement?.closest('pre, code, a, .mention')) continue
    const pieces = piecesOf(text.data, people)
    if (pieces.some((piece) => typeof piece !== 'string'))
      text.replaceWith(...pieces.map((piece) => (typeof piece === 'string' ? piece : chip(piece, self))))
  }
}
