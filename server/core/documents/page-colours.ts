import {
  adjustUntil,
  BLACK,
  CONTROL_CONTRAST,
  hasContrastOn,
  mix,
  TEXT_CONTRAST,
  WHITE,
} from '#contract/client-info/colour.ts'

const INK = '#161b26'
const MUTED = '#535c6b'

/** The colours of a drawn page. Text is readable on its ground, whatever the brand's colour is. */
export const coloursFrom = (brand: string) => {
  const paper = mix(brand, '#fdfcf7', 0.97)
  // Nearly white brands would draw nothing on paper.
  const visible = adjustUntil(brand, [BLACK], hasContrastOn([WHITE], CONTROL_CONTRAST / 2))
  const isReadable = hasContrastOn([visible], TEXT_CONTRAST)
  const onSolid = isReadable(WHITE) ? WHITE : INK
  const solid = adjustUntil(visible, [onSolid === WHITE ? BLACK : WHITE], (colour) =>
    hasContrastOn([colour], TEXT_CONTRAST)(onSolid),
  )
  // Shapes behind text move away from the text's colour, so that it stays readable on them too.
  const away = onSolid === WHITE ? BLACK : WHITE
  return {
    solid,
    onSolid,
    deep: mix(solid, away, 0.2),
    light: mix(solid, WHITE, 0.45),
    tint: mix(solid, WHITE, 0.82),
    accent: adjustUntil(brand, [BLACK], hasContrastOn([WHITE, paper], TEXT_CONTRAST)),
    ink: INK,
    muted: MUTED,
    line: mix(INK, WHITE, 0.72),
    paper,
  }
}
