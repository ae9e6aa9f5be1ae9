import { useCallback, useSyncExternalStore } from "react";
import { recall, remember } from "@/lib/storage";

/** Short synthesized tones. They are silent until the user switches them on. */
type Tone = "outbid" | "leading" | "hammer" | "warning";

const NOTES: Record<Tone, readonly { frequency: number; at: number; length: number }[]> = {
  outbid: [
    { frequency: 440, at: 0, length: 0.12 },
    { frequency: 330, at: 0.14, length: 0.2 },
  ],
  leading: [
    { frequency: 523, at: 0, length: 0.1 },
    { frequency: 659, at: 0.11, length: 0.16 },
  ],
  hammer: [{ frequency: 140, at: 0, length: 0.09 }],
  warning: [
    { frequency: 587, at: 0, length: 0.16 },
    { frequency: 587, at: 0.24, length: 0.16 },
  ],
};

const KEY = "sound";
const listeners = new Set<() => void>();
let context: AudioContext | null = null;

const isOn = () => recall(KEY) === "on";

export function play(tone: Tone): void {
  if (!isOn() || !context) return;
  for (const { frequency, at, length } of NOTES[tone]) {
    const start = context.currentTime + at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.2, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}

/** Whether sounds are on, and the switch. Its press is the user gesture that browsers demand before any sound. */
export function useSound(): [boolean, () => void] {
  const on = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, isOn);
  const toggle = useCallback(() => {
    remember(KEY, isOn() ? "off" : "on");
    context ??= new AudioContext();
    for (const listener of listeners) listener();
    play("leading");
  }, []);
  return [on, toggle];
}
