/** Made by build/texts.ts: `player/hi` loads the texts of an area by namespace. */
declare module 'virtual:texts' {
  const files: Record<string, () => Promise<{ default: Record<string, import('i18next').ResourceKey> }>>
  export default files
}
