/**
 * Creates the short silent videos of the demo courses. Each frame is an SVG drawn by a pure function of the time,
 * rendered in Chromium and encoded by ffmpeg as WebM (VP9) and MP4 (H.264), with a poster and captions that describe
 * it. Usage: `node scripts/make-demo-videos.ts [name …]`; needs ffmpeg and Chromium.
 */
import { languages } from '#contract/languages.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { chromium, type Page } from 'playwright'
import { HEIGHT, WIDTH, type Cue, type Scene } from './demo-videos/draw.ts'
import { join } from './demo-videos/join.ts'
import { lists } from './demo-videos/lists.ts'
import { mean } from './demo-videos/mean.ts'
import { pivot } from './demo-videos/pivot.ts'

const scenes: readonly Scene[] = [join, pivot, lists, mean]
const FRAMES_PER_SECOND = 12
const OUT = joinPath(import.meta.dirname, '../server/demo/content/media')
const FONT = joinPath(
  import.meta.dirname,
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

const openPage = async () => {
  const installed = chromium.executablePath()
  const browser = await chromium.launch({
    ...(existsSync(installed) ? {} : { executablePath: '/usr/bin/chromium' }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  const font = (await readFile(FONT)).toString('base64')
  await page.setContent(
    `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}</style><main></main>`,
  )
  await page.evaluate(() => document.fonts.load('700 20px "Inter Variable"'))
  return { browser, page }
}

const takeScreenshot = async (page: Page, svg: string): Promise<Buffer> => {
  await page.evaluate((markup) => {
    const main = document.querySelector('main')
    if (main) main.innerHTML = markup
  }, svg)
  return page.screenshot({ type: 'png' })
}

const encoder = (args: readonly string[], out: string) => {
  const input = [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-framerate',
    String(FRAMES_PER_SECOND),
    '-i',
    '-',
  ]
  const child = spawn('ffmpeg', [...input, ...args, out], { stdio: ['pipe', 'inherit', 'inherit'] })
  return {
    write: async (png: Buffer) => {
      if (!child.stdin.write(png)) await once(child.stdin, 'drain')
    },
    end: async () => {
      child.stdin.end()
      const [code] = (await once(child, 'close')) as [number]
      if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`)
    },
  }
}

const formatTime = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`
const captions = (cues: readonly Cue[], language: (typeof languages)[number]) =>
  `WEBVTT\n\n${cues.map((cue) => `${formatTime(cue.from)} --> ${formatTime(cue.to)}\n${cue[language]}\n`).join('\n')}`

const createVideo = async (page: Page, scene: Scene) => {
  const path = (extension: string) => joinPath(OUT, `${scene.name}.${extension}`)
  const webm = encoder(
    ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '40', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
    path('webm'),
  )
  const mp4 = encoder(
    [
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '28',
      '-tune',
      'animation',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
    ],
    path('mp4'),
  )
  let renderedSvg = ''
  let png: Buffer = Buffer.alloc(0)
  for (let frame = 0; frame < scene.seconds * FRAMES_PER_SECOND; frame += 1) {
    const svg = scene.draw(frame / FRAMES_PER_SECOND)
    if (svg !== renderedSvg) [renderedSvg, png] = [svg, await takeScreenshot(page, svg)]
    await webm.write(png)
    await mp4.write(png)
  }
  await Promise.all([webm.end(), mp4.end()])
  const poster = encoder(['-c:v', 'libwebp', '-quality', '80', '-frames:v', '1'], path('webp'))
  await poster.write(await takeScreenshot(page, scene.draw(scene.posterAt)))
  await poster.end()
  for (const language of languages) await writeFile(path(`${language}.vtt`), captions(scene.cues, language))
}

const selected = process.argv.slice(2)
await mkdir(OUT, { recursive: true })
const { browser, page } = await openPage()
for (const scene of scenes)
  if (selected.length === 0 || selected.includes(scene.name)) {
    await createVideo(page, scene)
    console.log(`${scene.name}: ${scene.seconds} s`)
  }
await browser.close()
