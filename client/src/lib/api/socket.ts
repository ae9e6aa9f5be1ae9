/** What is used of the socket library, loaded on demand: importing all of it would keep every transport in the build. */
export { io } from "socket.io-client";
