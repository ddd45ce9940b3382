/**
 * The app's stylesheet does not block the first paint: the page preloads it, and the app turns it into a stylesheet
 * before it renders (src/app/startup/stylesheet.ts). The loader needs only the few rules in index.html.
 */
import type { Plugin } from 'vite'

const BLOCKING = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

export const loaderFirst = (): Plugin => ({
  name: 'loader-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(BLOCKING, '<link rel="preload" as="style" crossorigin href="$1">'),
  },
})
