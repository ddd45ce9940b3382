/** Media types of package files, by file name ending. Everything else is served as a download. */
const TEXT = 'text/plain; charset=utf-8'
/** No charset for pages, scripts and styles: they declare their encoding or inherit the page's. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  map: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  xsl: 'text/xml',
  dtd: 'application/xml-dtd',
  txt: TEXT,
  csv: TEXT,
  vtt: 'text/vtt',
  srt: TEXT,
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  cur: 'image/x-icon',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
}

/** Null for a type that no browser should interpret. */
export const typeOf = (name: string): string | null =>
  TYPES[/\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null

export const isPage = (type: string | null): boolean => type === 'text/html'
