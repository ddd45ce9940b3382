/** The geometry of cropping a picture to a square. Lengths are parts of the square's side. */
export interface Size {
  width: number
  height: number
}
export interface Crop {
  /** 1 fills the square with the picture's shorter side. */
  zoom: number
  /** How far the picture's middle is from the square's. */
  x: number
  y: number
  /** Quarter turns to the right. */
  turns: 0 | 1 | 2 | 3
}

export const ZOOM_MAX = 4
export const startCrop: Crop = { zoom: 1, x: 0, y: 0, turns: 0 }

/** The turned picture's size. */
export const shownSize = (size: Size, { zoom, turns }: Pick<Crop, 'zoom' | 'turns'>): Size => {
  const scale = zoom / Math.min(size.width, size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(-max, value))

/** The nearest crop that leaves no part of the square empty. */
export const fitCrop = (size: Size, crop: Crop): Crop => {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom))
  const { width, height } = shownSize(size, { ...crop, zoom })
  return { ...crop, zoom, x: clamp(crop.x, (width - 1) / 2), y: clamp(crop.y, (height - 1) / 2) }
}

/** A quarter turn keeps the same part of the picture in the middle. */
export const turnCrop = (size: Size, crop: Crop): Crop =>
  fitCrop(size, {
    ...crop,
    x: -crop.y,
    y: crop.x,
    turns: ((crop.turns + 1) % 4) as Crop['turns'],
  })

export const zoomCrop = (size: Size, crop: Crop, zoom: number): Crop => {
  const fitted = Math.min(ZOOM_MAX, Math.max(1, zoom))
  const factor = fitted / crop.zoom
  return fitCrop(size, { ...crop, zoom: fitted, x: crop.x * factor, y: crop.y * factor })
}

/** Draws the crop over a whole square canvas. */
export const drawCrop = (
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource,
  size: Size,
  crop: Crop,
): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = canvas.width
  const scale = (crop.zoom / Math.min(size.width, size.height)) * side
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, side, side)
  // JPEG has no transparency; without this, transparent parts become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.translate(side * (0.5 + crop.x), side * (0.5 + crop.y))
  context.rotate((crop.turns * Math.PI) / 2)
  context.scale(scale, scale)
  context.drawImage(picture, -size.width / 2, -size.height / 2)
}
