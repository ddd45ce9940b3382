/** Replaces user names in a body by people's names. It builds elements, never HTML. */
import { piecesOf } from '../model/mentions.ts'
import type { Mention } from '../model/posts.ts'

const mentionElement = ({ person, typed }: { person: Mention; typed: string }, self: string | null): Node => {
  const element = document.createElement('bdi')
  element.className = person.user_name === self ? 'mention mention-self' : 'mention'
  element.title = typed
  element.textContent = `@${person.name || person.user_name}`
  return element
}

/** Marks every mention in prose; code and links stay unchanged. */
export const markMentions = (root: ParentNode & Node, people: readonly Mention[], self: string | null) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.includes('@') || text.parentElement?.closest('pre, code, a, .mention')) continue
    const pieces = piecesOf(text.data, people)
    if (pieces.some((piece) => typeof piece !== 'string'))
      text.replaceWith(
        ...pieces.map((piece) => (typeof piece === 'string' ? piece : mentionElement(piece, self))),
      )
  }
}
