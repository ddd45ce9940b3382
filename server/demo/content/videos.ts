/** The videos of the demo, made by scripts/make-demo-videos.ts. Seconds are those of the encoded files. */
export const videos = {
  'join-matches-rows': { seconds: 27 },
  'pivot-groups-rows': { seconds: 26 },
  'list-positions': { seconds: 28 },
  'mean-and-median': { seconds: 26 },
} as const

export type VideoName = keyof typeof videos

export const captionLanguages = [
  { language: 'en', label: 'English' },
  { language: 'hi', label: 'हिन्दी' },
  { language: 'ar', label: 'العربية' },
] as const
