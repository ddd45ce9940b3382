import * as z from 'zod/mini'

export const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

/** A parameter with several values, `a,b`: matches any of them. */
export const listOf = <const T extends readonly string[]>(allowed: T) =>
  z.pipe(
    z.string(),
    z.transform((text: string, ctx): T[number][] => {
      const chosen = splitList(text)
      if (!chosen.every((value) => allowed.includes(value)))
        ctx.issues.push({ code: 'custom', input: text, message: 'unknown value' })
      return chosen
    }),
  )
