/** The fonts of documents: a sans and a serif for each script. The machine's own fonts are never used. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const FILES = [
  // Latin, Greek, Cyrillic and Devanagari.
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  'noto-serif-display/500Medium/NotoSerifDisplay_500Medium.ttf',
  'noto-serif-devanagari/500Medium/NotoSerifDevanagari_500Medium.ttf',
  'amiri/400Regular/Amiri_400Regular.ttf',
]

const { resolve } = createRequire(import.meta.url)

export const fontFiles = (): string[] => FILES.map((file) => resolve(`@expo-google-fonts/${file}`))

export const readFonts = (): Uint8Array[] => fontFiles().map((path) => new Uint8Array(readFileSync(path)))
