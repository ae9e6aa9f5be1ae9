import { launch } from "chrome-launcher";
import puppeteer from "puppeteer-core";

/** A phone on a slow line: milliseconds there and back, bytes a second. */
const LINE = { latency: 400, download: 125_000, upload: 125_000 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Notes, frame by frame, when the first HTML's price and button are there, and when a lot's picture is. */
function watch() {
  const seen = {};
  window.firstSeen = seen;
  const isShown = (selector) => (document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0;
  const look = () => {
    const now = performance.now();
    if (isShown(".first-price b")) seen.price ??= now;
    if (isShown(".first-act button")) seen.button ??= now;
    const hasPicture = [...document.images].some(
      ({ currentSrc, complete, naturalWidth }) =>
        currentSrc.includes("/api/lots/image/") && complete && naturalWidth > 0,
    );
    if (hasPicture) seen.picture ??= now;
    if (!(seen.price && seen.button && seen.picture)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from a phone's first visit of a lot to its price, its button and its picture. */
export async function slowLine(address) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
    const page = await browser.newPage();
    await page.setViewport(PHONE);
    await page.emulateNetworkConditions(LINE);
    await page.evaluateOnNewDocument(watch);
    await page.goto(address);
    await page.waitForFunction(() => ["price", "button", "picture"].every((part) => part in window.firstSeen), {
      timeout: 30_000,
    });
    const seen = await page.evaluate(() => window.firstSeen);
    await browser.disconnect();
    return [seen.price, seen.button, seen.picture];
  } finally {
    chrome.kill();
  }
}
