/** The sounds of the table, made on the spot: wood, paper, pencil, a bell. One at a time. */

export type Sound = 'wood' | 'paper' | 'pencil' | 'bell' | 'no' | 'tick' | 'win';

/** Something that sounds from a moment on: a tone or a rustle, how loud and for how long. */
interface Part {
  at: number;
  /** Hertz: of a tone its pitch, of a rustle the middle of its band. */
  pitch: number;
  ms: number;
  loud: number;
  rustle?: boolean;
}

const tap = (at: number, pitch: number, loud = 1): Part[] => [
  { at, pitch, ms: 90, loud: 0.7 * loud },
  { at, pitch: pitch * 5, ms: 35, loud: 0.5 * loud, rustle: true },
];
const bell = (at: number, pitch: number, ms = 900): Part[] => [
  { at, pitch, ms, loud: 0.35 },
  { at, pitch: pitch * 2.01, ms: ms / 2, loud: 0.12 },
];
const stroke = (at: number): Part => ({ at, pitch: 3800, ms: 90, loud: 0.25, rustle: true });

const SOUNDS: Readonly<Record<Sound, readonly Part[]>> = {
  wood: tap(0, 190),
  paper: [{ at: 0, pitch: 5200, ms: 180, loud: 0.3, rustle: true }],
  pencil: [stroke(0), stroke(70), stroke(130)],
  bell: bell(0, 784),
  no: [...tap(0, 95), ...tap(110, 85)],
  tick: tap(0, 420, 0.4),
  win: [...bell(0, 523), ...bell(140, 659), ...bell(280, 784), ...bell(420, 1047, 1400)],
};

let context: AudioContext | undefined;
let last: GainNode | undefined;
let noise: AudioBuffer | undefined;

/** Plays a sound, between 0 and 1 loud; the one before it ends. */
export function play(sound: Sound, volume: number): void {
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  last?.gain.setTargetAtTime(0, now, 0.01);
  last = context.createGain();
  last.gain.value = volume;
  last.connect(context.destination);
  for (const part of SOUNDS[sound]) start(context, last, part, now + part.at / 1000);
}

function start(audio: AudioContext, out: AudioNode, { pitch, ms, loud, rustle }: Part, at: number): void {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + ms / 1000);
  gain.connect(out);
  const source = rustle ? rustling(audio, gain, pitch) : tone(audio, gain, pitch);
  source.start(at);
  source.stop(at + ms / 1000);
}

function tone(audio: AudioContext, out: AudioNode, pitch: number): AudioScheduledSourceNode {
  const source = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  source.connect(out);
  return source;
}

function rustling(audio: AudioContext, out: AudioNode, pitch: number): AudioScheduledSourceNode {
  noise ??= whiteNoise(audio);
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.2 });
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
  source.connect(band).connect(out);
  return source;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
