import type { LegalPart } from '#contract/client-info/legal.ts'

type Props = { parts: readonly LegalPart[]; headingLevel: 2 | 3 }

/** Headings and paragraphs of a long plain text; lines stay as they were typed. */
export const LegalParts = ({ parts, headingLevel }: Props) => {
  const Heading = `h${headingLevel}` as const
  return parts.map(({ heading, paragraphs }, index) => (
    // The text never changes while it is shown.
    <div key={index} className="mb-5 last:mb-0">
      {heading !== null && <Heading className="font-semibold">{heading}</Heading>}
      {paragraphs.map((text, at) => (
        <p key={at} className="mt-1.5 wrap-anywhere whitespace-pre-line text-ink-muted">
          {text}
        </p>
      ))}
    </div>
  ))
}
