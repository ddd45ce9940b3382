/** Server-sent events out of text that arrives in pieces (HTML standard, "event stream"). */
export interface ServerEvent {
  name: string
  /** The id of the event; null for none. */
  id: string | null
  data: string
}

/** `feed` answers the events that a piece completes. Comments are signs of life only. */
export const createEventParser = () => {
  let rest = ''
  let event: ServerEvent = { name: 'message', id: null, data: '' }
  const lineOf = (line: string): ServerEvent | null => {
    if (line === '') {
      const done = event
      event = { name: 'message', id: null, data: '' }
      return done.data === '' ? null : done
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event.name = value
    if (field === 'id') event.id = value
    if (field === 'data') event.data = event.data === '' ? value : `${event.data}\n${value}`
    return null
  }
  return {
    feed: (text: string): ServerEvent[] => {
      const lines = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.flatMap((line) => lineOf(line) ?? [])
    },
  }
}
